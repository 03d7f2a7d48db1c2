import type pg from "pg";

/**
 * What a database says about a statement without running it. Types are names such as `uuid`,
 * `text[]`, `timestamptz`.
 */
export interface StatementDescription {
  parameters: string[];
  columns: Column[];
}

export interface Column {
  name: string;
  type: string;
  /** Words of an enum type. */
  words?: string[];
  /** It is a column of a table, and that one may be null. */
  mayBeNull: boolean;
}

/** Asks a database about a statement. Throws its error when it refuses the statement. */
export type Describe = (text: string) => Promise<StatementDescription>;

interface Field {
  name: string;
  dataTypeID: number;
  tableID: number;
  columnID: number;
}

interface Answer {
  parameters: number[];
  fields: Field[];
}

/** Asks a PostgreSQL server, on a connection that nothing else uses meanwhile. */
export async function describerOf(client: pg.Client): Promise<Describe> {
  const answerOf = await catalogue(
    async <Row>(text: string) => (await client.query(text)).rows as Row[],
  );
  return async (text) =>
    answerOf(
      await new Promise<Answer>(
        (resolve, reject) => void client.query(asking(text, resolve, reject)),
      ),
    );
}

/** Has the server parse and describe a statement, and never bind it: pg has no call for that. */
function asking(
  text: string,
  resolve: (answer: Answer) => void,
  reject: (error: Error) => void,
): pg.Submittable {
  const answer: Answer = { parameters: [], fields: [] };
  let forget = (): void => undefined;
  const handlers = {
    submit: (connection: pg.Connection): void => {
      const onParameters = ({ dataTypeIDs }: { dataTypeIDs: number[] }): void =>
        void (answer.parameters = dataTypeIDs);
      connection.on("parameterDescription", onParameters);
      forget = () => void connection.off("parameterDescription", onParameters);
      connection.parse({ name: "", text, types: [] }, true);
      connection.describe({ type: "S", name: "" }, true);
      connection.sync();
    },
    handleRowDescription: ({ fields }: { fields: Field[] }): void => void (answer.fields = fields),
    handleError: (error: Error): void => {
      forget();
      reject(error);
    },
    handleReadyForQuery: (): void => {
      forget();
      resolve(answer);
    },
  };
  return handlers;
}

async function catalogue(
  rows: <Row>(text: string) => Promise<Row[]>,
): Promise<(answer: Answer) => StatementDescription> {
  const types = await rows<{ oid: number; name: string; words: string[] | null }>(
    `SELECT t.oid::int AS oid, CASE WHEN t.typcategory = 'A' THEN (SELECT e.typname || '[]' FROM pg_type e WHERE e.oid = t.typelem) ELSE t.typname END AS name,
       (SELECT array_agg(e.enumlabel::text) FROM pg_enum e WHERE e.enumtypid = t.oid) AS words FROM pg_type t`,
  );
  const nullable = await rows<{ column: string }>(
    `SELECT attrelid::int || '.' || attnum AS column FROM pg_attribute WHERE attnum > 0 AND NOT attnotnull`,
  );
  const typeOf = new Map(types.map((type) => [type.oid, type]));
  const nullableColumns = new Set(nullable.map(({ column }) => column));
  const typeName = (oid: number): string => typeOf.get(oid)?.name ?? `type ${oid}`;
  return ({ parameters, fields }) => ({
    parameters: parameters.map(typeName),
    columns: fields.map(({ name, dataTypeID, tableID, columnID }) => {
      const words = typeOf.get(dataTypeID)?.words;
      return {
        name,
        type: typeName(dataTypeID),
        mayBeNull: nullableColumns.has(`${tableID}.${columnID}`),
        ...(words ? { words } : {}),
      };
    }),
  });
}
