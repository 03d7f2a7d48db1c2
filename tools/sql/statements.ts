import { relative } from "node:path";
import ts from "typescript";
import { isConstant, NotStatic, original, staticTexts } from "./static-text";

/** A call of `Sql.query` in the code. */
export interface Statement {
  /** File and line, from the root. */
  place: string;
  /** The function that it stands in. */
  within: string;
  /** Every text that the statement can have, or the reason why it cannot be determined. */
  texts: string[] | NotStatic;
  /** What the caller takes a row for; undefined when it says nothing about it. */
  row: ts.Type | undefined;
  /** What is passed for $1, $2, …; undefined when it is no list written on the spot. */
  values: ts.Type[] | undefined;
}

/**
 * Returns the compiled program of a folder with a tsconfig.json, with only the files for whose path
 * from the root `isIncluded` returns true.
 */
export function programOf(root: string, isIncluded: (path: string) => boolean): ts.Program {
  const host: ts.ParseConfigFileHost = {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) =>
      fail(ts.flattenDiagnosticMessageText(messageText, " ")),
  };
  const config = ts.getParsedCommandLineOfConfigFile(
    `${root}/tsconfig.json`,
    { incremental: false },
    host,
  );
  if (!config) throw new Error(`There is no tsconfig.json in ${root}.`);
  return ts.createProgram(
    config.fileNames.filter((name) => isIncluded(relative(root, name))),
    config.options,
  );
}

/** All calls of `Sql.query` in the root files of a program, in their order. */
export function statementsOf(program: ts.Program, root: string): Statement[] {
  const checker = program.getTypeChecker();
  const statements: Statement[] = [];
  for (const name of program.getRootFileNames()) {
    const file = program.getSourceFile(name);
    if (!file) continue;
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && isQuery(checker, node)) {
        const { line } = file.getLineAndCharacterOfPosition(node.getStart());
        statements.push({ place: `${relative(root, name)}:${line + 1}`, ...read(checker, node) });
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return statements;
}

function isQuery(checker: ts.TypeChecker, call: ts.CallExpression): boolean {
  if (!ts.isPropertyAccessExpression(call.expression) || call.expression.name.text !== "query")
    return false;
  const declared = checker.getResolvedSignature(call)?.declaration?.parent;
  return (
    declared !== undefined && ts.isInterfaceDeclaration(declared) && declared.name.text === "Sql"
  );
}

function read(checker: ts.TypeChecker, call: ts.CallExpression): Omit<Statement, "place"> {
  const [text, values] = call.arguments;
  const rows = checker.getAwaitedType(checker.getTypeAtLocation(call));
  const row = rows && checker.getTypeArguments(rows as ts.TypeReference)[0];
  return {
    within: functionAround(call),
    texts: text ? textsOrReason(checker, text) : new NotStatic("it has no text"),
    row: row && !(row.flags & ts.TypeFlags.Unknown) ? row : undefined,
    values: values === undefined ? [] : listed(checker, values),
  };
}

function textsOrReason(checker: ts.TypeChecker, text: ts.Expression): string[] | NotStatic {
  try {
    return staticTexts(checker, text);
  } catch (error) {
    if (error instanceof NotStatic) return error;
    throw error;
  }
}

/**
 * Returns the types of a list that is written in the call or as a constant, including lists spread
 * into it; undefined when its length cannot be determined.
 */
function listed(checker: ts.TypeChecker, values: ts.Expression): ts.Type[] | undefined {
  const type = checker.getTypeAtLocation(values);
  if (checker.isTupleType(type) && !(type as ts.TupleTypeReference).target.hasRestElement)
    return [...checker.getTypeArguments(type as ts.TypeReference)];
  if (ts.isIdentifier(values)) {
    const declaration = original(checker, values)?.valueDeclaration;
    return declaration && isConstant(declaration) && declaration.initializer
      ? listed(checker, declaration.initializer)
      : undefined;
  }
  if (!ts.isArrayLiteralExpression(values)) return undefined;
  const parts = values.elements.map((element) =>
    ts.isSpreadElement(element)
      ? listed(checker, element.expression)
      : [checker.getTypeAtLocation(element)],
  );
  return parts.includes(undefined) ? undefined : parts.flatMap((part) => part ?? []);
}

function functionAround(node: ts.Node): string {
  for (let at: ts.Node | undefined = node; at; at = at.parent) {
    if (ts.isFunctionDeclaration(at) && at.name) return at.name.text;
    if (ts.isVariableDeclaration(at) && at.initializer && ts.isArrowFunction(at.initializer))
      return at.name.getText();
  }
  return "";
}

function fail(message: string): never {
  throw new Error(message);
}
