/** A PostgreSQL server for tests and benchmarks. */
export interface TemporaryPostgres {
  url: string;
  folder?: string;
  restart?: (mode?: string) => void;
  stop(): Promise<void>;
}
/** One that is not `durable` survives the death of its processes, not of the machine, and waits for no disk. */
export declare function temporaryPostgres(options?: { durable?: boolean }): Promise<TemporaryPostgres | undefined>;
