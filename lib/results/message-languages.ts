import type { Appearances } from "@/lib/compose/examiner";
import type { Sql } from "@/lib/database/sql";
import { payloadContext, type LoadedMessage } from "@/lib/dispatch/message";
import { deviceKinds } from "@/lib/interface/device-kinds";
import { build } from "@/lib/payload/build";
import { readAppearance } from "@/lib/payload/read-appearance";

const mostLanguagesShown = 20;

/**
 * Returns what the devices of a message show in each language in which they are sent it, that of
 * most of them first.
 */
export async function appearancesByLanguage(
  sql: Sql,
  transid: string,
  message: LoadedMessage | undefined,
): Promise<{ language: string; appearances: Appearances }[]> {
  const rows = await sql.query<{ language: string }>(
    `SELECT language FROM delivery WHERE message_id = $1 GROUP BY language ORDER BY count(*) DESC, language LIMIT ${mostLanguagesShown}`,
    [transid],
  );
  return rows.map(({ language }) => ({
    language,
    appearances: messageAppearances(message, language),
  }));
}

/**
 * Returns what the devices of a message show, by the builders that send it, in one of its
 * template's languages; left out, the one that everybody gets, or the default one. Empty without a
 * message.
 */
export function messageAppearances(
  message: LoadedMessage | undefined,
  language?: string,
): Appearances {
  if (message === undefined) return {};
  const effective = language === undefined ? message.effective : message.effectiveIn(language);
  const at = message.acceptedAt.getTime();
  const context = { ...payloadContext(message, at), acceptedAt: at };
  return Object.fromEntries(
    deviceKinds.flatMap((kind) => {
      const built = build(effective, kind, context);
      return built ? [[kind, readAppearance(built, context.app)]] : [];
    }),
  );
}
