#compdef hbench
# Completion of hbench for zsh.

local command=${words[2]} previous=${words[CURRENT-1]} name
local -A commands flags helps values operands
local -a described
commands=(
@{zsh.commands})
flags=(
@{zsh.flags})
helps=(
@{zsh.helps})
# of a flag of a command
values=(
@{zsh.values})
operands=(
@{zsh.operands})

if ((CURRENT == 2)); then
  for name in ${(k)commands}; do described+=("$name:${commands[$name]}"); done
  _describe command described
elif [[ -n ${values[$command $previous]} ]]; then
  compadd -- ${=values[$command $previous]}
elif [[ $PREFIX == --*=* ]] && compset -P '*='; then
  name=${words[CURRENT]%%=*}
  compadd -- ${=values[$command $name]} || _files
elif [[ $PREFIX == -* ]]; then
  for name in ${=flags[$command]}; do described+=("$name:${helps[$name]//:/\\:}"); done
  _describe -o flag described
elif ((CURRENT == 3)) && [[ -n ${operands[$command]} ]]; then
  compadd -- ${=operands[$command]}
else
  _files
fi
