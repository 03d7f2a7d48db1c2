import { assertRole, type Member } from "@/lib/auth/member";
import { isId } from "@/lib/database/id";
import { database } from "@/lib/database/sql";
import { sentenceOf } from "@/lib/inputs/arguments";
import { audienceChangeSchema, type AudienceChange } from "@/lib/inputs/audience";
import { audit } from "../audit";
import { refuseTaken } from "./fill";
import { AudienceError } from "./rows";

/**
 * Changes a list. A removed one is offered no longer; campaigns that were confirmed with it still go out. Throws `ForbiddenError` below marketer,
 * {@link AudienceError} when it is gone or its new name is taken or cannot be kept.
 */
export async function changeAudience(member: Member, id: string, input: AudienceChange): Promise<void> {
  assertRole(member, "marketer");
  const parsed = audienceChangeSchema.safeParse(input);
  if (!parsed.success) throw new AudienceError(sentenceOf(parsed.error, "The list"));
  const change = parsed.data;
  await database().transaction(async (tx) => {
    const [row] = isId(id)
      ? await tx.query<{ serviceId: string; name: string }>(
          `SELECT service_id AS "serviceId", name FROM audience WHERE id = $1 AND ready_at IS NOT NULL AND removed_at IS NULL FOR UPDATE`,
          [id],
        )
      : [];
    if (!row) throw new AudienceError("This list was removed in the meantime. Load the page again.");
    const { serviceId } = row;
    if (change.kind === "remove") await tx.query("UPDATE audience SET removed_at = now() WHERE id = $1", [id]);
    else if (change.kind === "test") await tx.query("UPDATE audience SET test = $2 WHERE id = $1", [id, change.test]);
    else {
      await tx.query("UPDATE audience SET name = $2 WHERE id = $1", [id, change.name]);
      await refuseTaken(tx, id);
    }
    await audit(
      tx,
      { kind: "member", member },
      `audience.${change.kind === "remove" ? "remove" : "change"}`,
      id,
      serviceId,
      change.kind === "rename" ? { from: row.name, name: change.name } : change.kind === "test" ? { test: change.test } : {},
    );
  });
}
