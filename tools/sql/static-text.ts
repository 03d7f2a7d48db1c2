import ts from "typescript";

/** More wordings than this of one statement are not distinguished any more. */
const mostTexts = 64;

/** Values of the parameters of the functions that are being looked through. */
type Bindings = ReadonlyMap<ts.Symbol, ts.Expression>;

/** The text cannot be determined without running the program. */
export class NotStatic extends Error {
  override name = "NotStatic";
}

/**
 * Every text that an expression can have, from literals, constants (of other files too), choices
 * between them and calls of functions that only return such a text. Throws `NotStatic`, naming the
 * part that stands in the way.
 */
export function staticTexts(
  checker: ts.TypeChecker,
  expression: ts.Expression,
  bound: Bindings = new Map(),
): string[] {
  const texts = (of: ts.Expression, within = bound): string[] => staticTexts(checker, of, within);
  if (ts.isStringLiteralLike(expression) || ts.isNumericLiteral(expression))
    return [expression.text];
  if (
    ts.isParenthesizedExpression(expression) ||
    ts.isAsExpression(expression) ||
    ts.isSatisfiesExpression(expression)
  )
    return texts(expression.expression);
  if (ts.isConditionalExpression(expression))
    return [...new Set([...texts(expression.whenTrue), ...texts(expression.whenFalse)])];
  if (ts.isTemplateExpression(expression))
    return expression.templateSpans.reduce(
      (done, span) =>
        joined(
          done,
          texts(span.expression).map((text) => text + span.literal.text),
        ),
      [expression.head.text],
    );
  if (ts.isBinaryExpression(expression)) return computed(expression, texts);
  if (ts.isCallExpression(expression))
    return called(checker, expression, bound) ?? ofType(checker, expression);
  if (ts.isIdentifier(expression) || ts.isPropertyAccessExpression(expression)) {
    const symbol = original(checker, expression);
    const argument = symbol && bound.get(symbol);
    if (argument) return texts(argument);
    const declaration = symbol?.valueDeclaration;
    if (
      declaration &&
      (isConstant(declaration) || ts.isPropertyAssignment(declaration)) &&
      declaration.initializer
    )
      return texts(declaration.initializer, new Map());
  }
  return ofType(checker, expression);
}

/** The declared thing that a name means, through imports. */
export function original(checker: ts.TypeChecker, name: ts.Node): ts.Symbol | undefined {
  const symbol = checker.getSymbolAtLocation(name);
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** Returns whether a node is a variable that `const` declares. */
export function isConstant(node: ts.Node): node is ts.VariableDeclaration {
  return (
    ts.isVariableDeclaration(node) && (ts.getCombinedNodeFlags(node) & ts.NodeFlags.Const) !== 0
  );
}

function joined(before: string[], after: string[]): string[] {
  if (before.length * after.length > mostTexts)
    throw new NotStatic(`it has more than ${mostTexts} wordings`);
  return before.flatMap((start) => after.map((end) => start + end));
}

function computed(
  expression: ts.BinaryExpression,
  texts: (of: ts.Expression) => string[],
): string[] {
  const [left, right] = [texts(expression.left), texts(expression.right)];
  const [a, b] = [numberOf(left), numberOf(right)];
  const isText = Number.isNaN(a) || Number.isNaN(b);
  const { kind } = expression.operatorToken;
  if (kind === ts.SyntaxKind.PlusToken) return isText ? joined(left, right) : [String(a + b)];
  if (kind === ts.SyntaxKind.MinusToken) return [String(a - b)];
  if (kind === ts.SyntaxKind.AsteriskToken) return [String(a * b)];
  if (kind === ts.SyntaxKind.SlashToken) return [String(a / b)];
  throw new NotStatic(`“${expression.getText()}” is computed`);
}

function numberOf([only, ...more]: string[]): number {
  return more.length > 0 || only?.trim() === "" ? Number.NaN : Number(only);
}

/** A function of this program that does nothing but return a text. */
function called(
  checker: ts.TypeChecker,
  call: ts.CallExpression,
  bound: Bindings,
): string[] | undefined {
  let declaration: ts.Node | undefined = original(checker, call.expression)?.valueDeclaration;
  if (declaration && isConstant(declaration)) declaration = declaration.initializer;
  if (
    !declaration ||
    !(ts.isFunctionDeclaration(declaration) || ts.isArrowFunction(declaration)) ||
    !declaration.body
  )
    return undefined;
  const returned = ts.isBlock(declaration.body) ? onlyReturn(declaration.body) : declaration.body;
  if (!returned) return undefined;
  const inner = new Map<ts.Symbol, ts.Expression>();
  declaration.parameters.forEach((parameter, at) => {
    const symbol = checker.getSymbolAtLocation(parameter.name);
    const argument = call.arguments[at] ?? parameter.initializer;
    const named = argument && ts.isIdentifier(argument) ? original(checker, argument) : undefined;
    const passed = (named && bound.get(named)) ?? argument;
    if (symbol && passed) inner.set(symbol, passed);
  });
  return staticTexts(checker, returned, inner);
}

function onlyReturn(body: ts.Block): ts.Expression | undefined {
  const [only, ...more] = body.statements;
  return only && more.length === 0 && ts.isReturnStatement(only) ? only.expression : undefined;
}

function ofType(checker: ts.TypeChecker, expression: ts.Expression): string[] {
  const type = checker.getTypeAtLocation(expression);
  const members = type.isUnion() ? type.types : [type];
  return members.map((member) => {
    if (member.isStringLiteral() || member.isNumberLiteral()) return String(member.value);
    throw new NotStatic(`“${expression.getText()}” is known only while the program runs`);
  });
}
