import { assertRole, type Member } from "@/lib/auth/member";
import { isId } from "@/lib/database/id";
import { database } from "@/lib/database/sql";
import { audit } from "../audit";
import { refuseTaken } from "./fill";
import { AudienceError } from "./rows";

/** What can be done to a list as a whole. */
export type AudienceChange = { kind: "rename"; name: string } | { kind: "test"; test: boolean } | { kind: "remove" };

/**
 * Changes a list. A removed one is offered no longer; campaigns that were confirmed with it still go out. Throws `ForbiddenError` below marketer,
 * {@link AudienceError} when it is gone or its new name is taken.
 */
export async function changeAudience(member: Member, id: string, change: AudienceChange): Promise<void> {
  assertRole(member, "marketer");
  await database().transaction(async (tx) => {
    const [row] = isId(id)
      ? await tx.query<{ serviceId: string; name: string }>(
          `SELECT service_id AS "serviceId", name FROM audience WHERE id = $1 AND ready_at IS NOT NULL AND removed_at IS NULL FOR UPDATE`,
          [id],
        )
      : [];
    if (!row) throw new AudienceError("This list was removed in the meantime. Load the page again.");
    const { serviceId } = row;
    const name = change.kind === "rename" ? change.name.replaceAll("\u0000", "").trim().slice(0, 200) : row.name;
    if (change.kind === "remove") await tx.query("UPDATE audience SET removed_at = now() WHERE id = $1", [id]);
    else if (change.kind === "test") await tx.query("UPDATE audience SET test = $2 WHERE id = $1", [id, change.test]);
    else {
      if (name === "") throw new AudienceError("A list needs a name.");
      await tx.query("UPDATE audience SET name = $2 WHERE id = $1", [id, name]);
      await refuseTaken(tx, id);
    }
    await audit(
      tx,
      { kind: "member", member },
      `audience.${change.kind === "remove" ? "remove" : "change"}`,
      id,
      serviceId,
      change.kind === "rename" ? { from: row.name, name } : change.kind === "test" ? { test: change.test } : {},
    );
  });
}
