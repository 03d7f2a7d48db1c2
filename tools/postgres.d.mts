/** A PostgreSQL server for tests and benchmarks. */
export interface TemporaryPostgres {
  url: string;
  folder?: string;
  restart?: (mode?: string) => void;
  stop(): Promise<void>;
}
export declare function temporaryPostgres(): Promise<TemporaryPostgres | undefined>;
