# Completion of hbench for bash, 4 or newer.

declare -gA _hbench_flags=(
@{bash.flags})
# of a flag of a command
declare -gA _hbench_values=(
@{bash.values})
declare -gA _hbench_operands=(
@{bash.operands})

_hbench() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]:-} words=
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    words=@{bash.commands}
  elif [[ $cur == = ]]; then # --flag=: bash makes a word of the sign
    words=${_hbench_values[$command $prev]:-} cur=
  elif [[ $prev == = ]]; then
    words=${_hbench_values[$command ${COMP_WORDS[COMP_CWORD - 2]}]:-}
  elif [[ -n ${_hbench_values[$command $prev]:-} ]]; then
    words=${_hbench_values[$command $prev]}
  elif [[ $cur == -* ]]; then
    words=${_hbench_flags[$command]:-}
  elif ((COMP_CWORD == 2)); then
    words=${_hbench_operands[$command]:-}
  fi
  if [[ -n $words ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
  fi
}
# without an answer of this function, names of files
complete -o bashdefault -o default -F _hbench hbench
