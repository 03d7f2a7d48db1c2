import { testOwner } from "@/lib/auth/testing";
import { openServer } from "@/lib/database/server";
import { setDatabase } from "@/lib/database/sql";
import { archiveTemplate } from "@/lib/directory/template/archive";
import { RefusedError } from "@/lib/verb/errors";

/**
 * Another process on the database that its argument names: archives each template that it is given,
 * at that moment, and says whether it did.
 */
export interface ArchiveCall {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
}
export type ArchiveOutcome = "ready" | "archived" | "refused";

const say = (said: ArchiveOutcome) => process.send?.(said);

process.on("message", ({ id, at }: ArchiveCall) => {
  while (Date.now() < at);
  archiveTemplate({ actor: testOwner() }, { id }).then(
    () => say("archived"),
    (error: unknown) => {
      if (error instanceof RefusedError) return say("refused");
      process.stderr.write(`${String(error)}\n`);
      process.exit(2);
    },
  );
});
setDatabase(await openServer(process.argv[2] ?? ""));
say("ready");
