import type ts from "typescript";
import { checkStatement } from "./check-statement";
import type { Describe } from "./describe";
import type { Statement } from "./statements";

/**
 * What cannot be seen from outside, each with the reason why it is right all the same. A name that
 * nothing needs any more is reported.
 */
export interface Exceptions {
  /** Functions whose statements are put together while the program runs. */
  built: Readonly<Record<string, string>>;
  /**
   * Columns that may be null in their table and never are in this statement: function and column.
   */
  neverNull: Readonly<Record<string, string>>;
}

/**
 * What is wrong with the statements of a program, by the database that `describe` asks; nothing
 * when all is well.
 */
export async function checkStatements(
  checker: ts.TypeChecker,
  statements: readonly Statement[],
  describe: Describe,
  exceptions: Exceptions,
): Promise<string[]> {
  const needed = new Set<string>();
  const wrong: string[] = [];
  for (const statement of statements) {
    const { place, within, texts, values } = statement;
    if (!Array.isArray(texts)) {
      needed.add(within);
      if (!(within in exceptions.built)) wrong.push(`${place}: ${texts.message}`);
      continue;
    }
    if (!values) wrong.push(`${place}: how many values it is given cannot be known`);
    for (const text of texts) {
      const description = await describe(text).catch((error: Error) => error);
      if (description instanceof Error) {
        wrong.push(`${place}: ${description.message}`);
        continue;
      }
      const columns = description.columns.map((column) => {
        const name = `${within} ${column.name}`;
        if (!column.mayBeNull || !(name in exceptions.neverNull)) return column;
        needed.add(name);
        return { ...column, mayBeNull: false };
      });
      wrong.push(
        ...checkStatement(checker, statement, { ...description, columns }).map(
          (problem) => `${place}: ${problem}`,
        ),
      );
    }
  }
  const idle = Object.keys({ ...exceptions.built, ...exceptions.neverNull }).filter(
    (name) => !needed.has(name),
  );
  return [...wrong, ...idle.map((name) => `the exception for “${name}” is not needed any more`)];
}
