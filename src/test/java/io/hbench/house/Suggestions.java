package io.hbench.house;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.apache.commons.text.CaseUtils;

/**
 * The suggestions of hbench's error messages, found in its sources: what follows {@code ; try}, and
 * the last argument of the methods that put it there.
 */
final class Suggestions {
  /** A part that the source does not tell, with the expression for it. */
  static final Pattern HOLE = Pattern.compile("<<(.*?)>>");

  private static final String TRY = "; try ";
  private static final Pattern CONVERSION = Pattern.compile("%(?:\\d\\$)?,?[sd]|%%");

  /** Methods whose last argument is a suggestion, if they have three arguments or more. */
  private static final Set<String> REFUSALS =
      Set.of("bad", "badProperty", "badValue", "error", "refused", "wrong");

  private static final int MAX_DEPTH = 4;

  private Suggestions() {}

  /** The files that have a suggestion, by its text with holes. */
  static Map<String, Set<String>> find(List<Path> sources) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    Map<String, Set<String>> found = new LinkedHashMap<>();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, files, null, null, null, files.getJavaFileObjectsFromPaths(sources));
      for (CompilationUnitTree unit : task.parse()) {
        String file = Path.of(unit.getSourceFile().getName()).getFileName().toString();
        File source = new File(unit);
        source.texts.forEach(
            text -> found.computeIfAbsent(text, t -> new LinkedHashSet<>()).add(file));
      }
    }
    return found;
  }

  /** One source file. */
  private static final class File {
    private final Map<String, ExpressionTree> constants = new LinkedHashMap<>();
    private final Map<String, List<MethodInvocationTree>> calls = new LinkedHashMap<>();
    private final Map<Tree, MethodTree> enclosing = new LinkedHashMap<>();
    private final Set<String> texts = new LinkedHashSet<>();

    File(CompilationUnitTree unit) {
      new TreePathScanner<Void, MethodTree>() {
        @Override
        public Void visitMethod(MethodTree method, MethodTree outer) {
          return super.visitMethod(method, method);
        }

        @Override
        public Void visitVariable(VariableTree variable, MethodTree method) {
          ExpressionTree value = variable.getInitializer();
          if (value != null) {
            constants.put(variable.getName().toString(), value);
          }
          return super.visitVariable(variable, method);
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree call, MethodTree method) {
          calls.computeIfAbsent(name(call), n -> new ArrayList<>()).add(call);
          enclosing.put(call, method);
          return super.visitMethodInvocation(call, method);
        }

        @Override
        public Void visitIdentifier(IdentifierTree name, MethodTree method) {
          enclosing.put(name, method);
          return super.visitIdentifier(name, method);
        }
      }.scan(unit, null);
      new TreeScanner<Void, Void>() {
        @Override
        public Void scan(Tree tree, Void unused) {
          boolean text =
              tree instanceof LiteralTree
                  || tree instanceof BinaryTree
                  || (tree instanceof MethodInvocationTree call && isFormat(call));
          if (text) {
            List<String> whole = texts((ExpressionTree) tree, 0);
            if (whole.stream().anyMatch(t -> t.contains(TRY))) {
              whole.forEach(t -> add(t.substring(t.lastIndexOf(TRY) + TRY.length())));
              return null;
            }
          }
          return super.scan(tree, null);
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree call, Void unused) {
          List<? extends ExpressionTree> arguments = call.getArguments();
          boolean own = call.getMethodSelect() instanceof IdentifierTree && isOwn(name(call));
          boolean refusal = REFUSALS.contains(name(call)) && !own && arguments.size() >= 3;
          if (refusal || call.getMethodSelect().toString().equals("fit().wrong")) {
            texts(arguments.get(arguments.size() - 1), 0).forEach(File.this::add);
          }
          return super.visitMethodInvocation(call, null);
        }
      }.scan(unit, null);
    }

    /** Whether it is a method of this file, which passes its argument on. */
    private boolean isOwn(String method) {
      return enclosing.values().stream()
          .anyMatch(m -> m != null && m.getName().contentEquals(method));
    }

    /** Adds a text, unless all of it is an argument, or no text at all. */
    private void add(String text) {
      if (!text.isBlank() && !text.matches("<<[^<]*>>|true|false|\\d+")) {
        texts.add(text.strip());
      }
    }

    private static String name(MethodInvocationTree call) {
      ExpressionTree method = call.getMethodSelect();
      return method instanceof MemberSelectTree select
          ? select.getIdentifier().toString()
          : method.toString();
    }

    private static String hole(Object expression) {
      String text = expression.toString().replaceAll("\\s+", " ");
      return "<<" + text.replace(TRY, " ").replaceAll("[<>]", "") + ">>";
    }

    /** The texts that an expression may have. */
    private List<String> texts(ExpressionTree tree, int depth) {
      if (depth > MAX_DEPTH) {
        return List.of(hole(tree));
      }
      if (tree instanceof LiteralTree literal) {
        return List.of(String.valueOf(literal.getValue()));
      } else if (tree instanceof ParenthesizedTree inner) {
        return texts(inner.getExpression(), depth);
      } else if (tree instanceof ConditionalExpressionTree either) {
        List<String> all = new ArrayList<>(texts(either.getTrueExpression(), depth));
        all.addAll(texts(either.getFalseExpression(), depth));
        return all;
      } else if (tree instanceof BinaryTree sum && tree.getKind() == Tree.Kind.PLUS) {
        List<String> all = new ArrayList<>();
        for (String left : texts(sum.getLeftOperand(), depth)) {
          texts(sum.getRightOperand(), depth).forEach(right -> all.add(left + right));
        }
        return all;
      } else if (tree instanceof MethodInvocationTree call) {
        return ofCall(call, depth);
      } else if (tree instanceof IdentifierTree name) {
        return ofName(name, depth);
      }
      return List.of(hole(tree));
    }

    private static boolean isFormat(MethodInvocationTree call) {
      return name(call).equals("formatted") || name(call).equals("format");
    }

    private List<String> ofCall(MethodInvocationTree call, int depth) {
      if (name(call).equals("format") && !call.getArguments().isEmpty()) {
        return texts(call.getArguments().get(0), depth).stream()
            .map(format -> filled(format, call.getArguments(), 1, depth))
            .toList();
      }
      if (!(call.getMethodSelect() instanceof MemberSelectTree select)) {
        return List.of(hole(call));
      }
      String method = select.getIdentifier().toString();
      if (method.equals("formatted")) {
        List<String> all = new ArrayList<>();
        for (String format : texts(select.getExpression(), depth)) {
          all.add(filled(format, call.getArguments(), 0, depth));
        }
        return all;
      }
      String owner = select.getExpression().toString();
      if (method.equals("flag") && owner.matches("(Settings|PeOptions)\\.[A-Z_]+")) {
        return List.of("--" + flag(owner, owner.substring(owner.indexOf('.') + 1)));
      }
      return List.of(hole(call));
    }

    /** The name of a flag by that of its constant. */
    private static String flag(String owner, String constant) {
      String dashed = constant.toLowerCase(Locale.ROOT).replace('_', '-');
      if (owner.startsWith("PeOptions")) {
        return CaseUtils.toCamelCase(dashed, false, '-');
      }
      return constant.equals("WRITES_TO_META") ? "i-know-this-writes-to-meta" : dashed;
    }

    /** A format with its arguments, from an index on, where they have one text. */
    private String filled(
        String format, List<? extends ExpressionTree> arguments, int from, int depth) {
      Matcher conversion = CONVERSION.matcher(format);
      StringBuilder text = new StringBuilder();
      int next = from;
      while (conversion.find()) {
        String argument = "%";
        if (!conversion.group().equals("%%")) {
          int index =
              conversion.group().contains("$") ? from + conversion.group().charAt(1) - '1' : next++;
          ExpressionTree value = arguments.get(index);
          List<String> texts = texts(value, depth + 1);
          argument = texts.size() == 1 ? texts.get(0) : hole(value);
        }
        conversion.appendReplacement(text, Matcher.quoteReplacement(argument));
      }
      return conversion.appendTail(text).toString();
    }

    private List<String> ofName(IdentifierTree name, int depth) {
      MethodTree method = enclosing.get(name);
      String text = name.getName().toString();
      if (method != null) {
        for (int i = 0; i < method.getParameters().size(); i++) {
          if (method.getParameters().get(i).getName().contentEquals(text)) {
            return ofParameter(method, i, depth);
          }
        }
      }
      return constants.containsKey(text)
          ? texts(constants.get(text), depth + 1)
          : List.of(hole(name));
    }

    /** The texts with which a method of this file is called. */
    private List<String> ofParameter(MethodTree method, int index, int depth) {
      List<String> all = new ArrayList<>();
      for (MethodInvocationTree call : calls.getOrDefault(method.getName().toString(), List.of())) {
        if (call.getArguments().size() == method.getParameters().size()
            && enclosing.get(call) != method) {
          all.addAll(texts(call.getArguments().get(index), depth + 1));
        }
      }
      return all.isEmpty() ? List.of(hole(method.getParameters().get(index).getName())) : all;
    }
  }
}
