import { parse, protocol, type PGlite } from "@electric-sql/pglite";

type Message = Awaited<ReturnType<PGlite["execProtocolStream"]>>[number];

interface Prepared {
  name: string;
  /** Type ids of its parameters. */
  types: number[];
  /** What it answers with. */
  described: Message[];
  at: number;
}

/** Statements that are kept prepared: more than there are that come often. */
const mostKept = 200;
/**
 * How long one is kept (milliseconds). The engine plans the first runs of each, then keeps a plan for as long as the statement lives, however much its tables have grown
 * meanwhile, until they are analysed.
 */
const keptMs = 5_000;
/** What changes no table's columns. */
const harmless = /^(SELECT|INSERT|UPDATE|DELETE|BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|EXPLAIN|SHOW)\b/;

/**
 * Runs statements on the embedded engine that parses and plans each once in a while instead of at each run, which is more than half of what a short one takes
 * (PostgreSQL, Frontend/Backend Protocol, "Extended Query").
 */
export class PreparedStatements {
  readonly #engine: PGlite;
  readonly #kept = new Map<string, Prepared>();
  #named = 0;

  constructor(engine: PGlite) {
    this.#engine = engine;
  }

  /**
   * Runs one statement, as `PGlite.query` does.
   *
   * @param inTransaction whether COMMIT comes later, which writes what has to be written
   */
  query<Row>(text: string, values: readonly unknown[], inTransaction: boolean): Promise<Row[]> {
    return this.#engine.runExclusive(async () => {
      const told: Message[] = [];
      try {
        const prepared = await this.#prepare(text);
        told.push(...prepared.described);
        told.push(
          ...(await this.#send(protocol.serialize.bind({ statement: prepared.name, values: this.#serialised(values, prepared.types) }))),
        );
        told.push(...(await this.#send(protocol.serialize.execute({}))));
      } finally {
        told.push(...(await this.#send(protocol.serialize.sync())));
      }
      if (!inTransaction) await this.#engine.syncToFs();
      if (told.some((message) => message.name === "commandComplete" && !harmless.test((message as Message & { text: string }).text)))
        this.forget();
      return (parse.parseResults(told, this.#engine.parsers)[0]?.rows ?? []) as Row[];
    });
  }

  /** To be called when tables may have changed: what was prepared is prepared anew before its next run. */
  forget(): void {
    for (const prepared of this.#kept.values()) prepared.at = -Infinity;
  }

  async #prepare(text: string): Promise<Prepared> {
    const known = this.#kept.get(text);
    if (known && performance.now() - known.at < keptMs) return known;
    if (known) await this.#drop(text, known);
    for (const [oldest, prepared] of this.#kept) {
      if (this.#kept.size < mostKept) break;
      await this.#drop(oldest, prepared);
    }
    this.#named += 1;
    const name = `s${this.#named}`;
    await this.#send(protocol.serialize.parse({ name, text }));
    const described = await this.#send(protocol.serialize.describe({ type: "S", name }));
    const prepared = {
      name,
      types: parse.parseDescribeStatementResults(described),
      described: described.filter((message) => message.name === "rowDescription"),
      at: performance.now(),
    };
    this.#kept.set(text, prepared);
    return prepared;
  }

  async #drop(text: string, { name }: Prepared): Promise<void> {
    this.#kept.delete(text);
    await this.#send(protocol.serialize.close({ type: "S", name }));
  }

  #send(message: Uint8Array): Promise<Message[]> {
    return this.#engine.execProtocolStream(message, { syncToFs: false });
  }

  #serialised(values: readonly unknown[], types: readonly number[]): (string | null)[] {
    return values.map((value, n) => {
      if (value === null || value === undefined) return null;
      const serialise = this.#engine.serializers[types[n] ?? 0];
      // As the engine's own client does with a type that it has no way to write.
      return serialise ? serialise(value) : (value as { toString: () => string }).toString();
    });
  }
}
