import { parse, protocol } from "@electric-sql/pglite";

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
 * @typedef {Awaited<ReturnType<import("@electric-sql/pglite").PGlite["execProtocolStream"]>>[number]} Message
 * @typedef {object} Prepared
 * @property {string} name
 * @property {number[]} types of its parameters, by their ids
 * @property {Message[]} described what it answers with
 * @property {number} at when it was prepared
 */

/**
 * Runs statements on the embedded engine that parses and plans each once in a while instead of at each run, which is more than half of what a short one takes
 * (PostgreSQL, Frontend/Backend Protocol, "Extended Query").
 */
export class PreparedStatements {
  #engine;
  /** @type {Map<string, Prepared>} */
  #kept = new Map();
  #named = 0;

  /** @param {import("@electric-sql/pglite").PGlite} engine in memory or in a folder of Node's, neither of which has anything to be written after a statement */
  constructor(engine) {
    this.#engine = engine;
  }

  /**
   * Runs one statement, as `PGlite.query` with `rowMode: "array"` does.
   *
   * @param {string} text
   * @param {unknown[]} values
   * @param {number} now milliseconds by a clock that cannot jump
   * @param {boolean} inside whether it is of a transaction: refused where none has begun
   */
  query(text, values, now, inside) {
    return this.#engine.runExclusive(async () => {
      if (inside && !this.#engine.isInTransaction()) throw new Error("The transaction of this statement has not begun.");
      /** @type {Message[]} */
      const told = [];
      try {
        const { name, types, described } = await this.#prepare(text, now);
        told.push(...described);
        told.push(...(await this.#send(protocol.serialize.bind({ statement: name, values: this.#serialised(values, types) }))));
        told.push(...(await this.#send(protocol.serialize.execute({}))));
      } finally {
        told.push(...(await this.#send(protocol.serialize.sync())));
      }
      if (told.some((message) => message.name === "commandComplete" && !harmless.test(message.text))) this.forget();
      return parse.parseResults(told, this.#engine.parsers, { rowMode: "array" })[0];
    });
  }

  /** To be called when tables may have changed: statements are prepared again before their next run. */
  forget() {
    for (const prepared of this.#kept.values()) prepared.at = -Infinity;
  }

  /** @returns {Promise<Prepared>} */
  async #prepare(text, now) {
    const known = this.#kept.get(text);
    if (known && now - known.at < keptMs) return known;
    if (known) await this.#drop(text, known);
    for (const [oldest, prepared] of this.#kept) {
      if (this.#kept.size < mostKept) break;
      await this.#drop(oldest, prepared);
    }
    this.#named += 1;
    const name = `s${this.#named}`;
    await this.#send(protocol.serialize.parse({ name, text }));
    const answered = await this.#send(protocol.serialize.describe({ type: "S", name }));
    const types = parse.parseDescribeStatementResults(answered);
    const prepared = { name, types, described: answered.filter((message) => message.name === "rowDescription"), at: now };
    this.#kept.set(text, prepared);
    return prepared;
  }

  async #drop(text, { name }) {
    this.#kept.delete(text);
    await this.#send(protocol.serialize.close({ type: "S", name }));
  }

  #send(message) {
    return this.#engine.execProtocolStream(message, { syncToFs: false });
  }

  #serialised(values, types) {
    return values.map((value, n) => {
      if (value === null || value === undefined) return null;
      const serialise = this.#engine.serializers[types[n] ?? 0];
      // As the engine's own client does with a type that it has no way to write.
      return serialise ? serialise(value) : value.toString();
    });
  }
}
