import { z } from "zod";
import { database } from "@/lib/database/sql";
import { destinationKeys, type DestinationKey } from "@/lib/interface/device-kinds";
import { verb } from "@/lib/verb/verb";
import { csvParts, partRows, type FileInParts } from "../csv-parts";
import { findAudience } from "./list";
import { serviceOfAudience } from "./rows";

interface Row {
  position: number;
  type: DestinationKey;
  destination: string;
  parameters: Record<string, string>;
}

/**
 * Returns a list as a CSV file that can be chosen again as one: a row for each recipient, in the
 * order of the list. Its parts are read on demand: they throw once the list has changed, so that no
 * complete file lacks a recipient.
 */
export const exportAudience = verb({
  action: "audience.export",
  input: z.object({ id: z.string() }),
  service: serviceOfAudience,
  run: async ({ tx, actor }, { id }) => {
    const { name, recipients, kinds, parameters, revision } = await findAudience(
      { actor, tx },
      { id },
    );
    const types = destinationKeys.filter((key) => kinds[key] !== undefined);
    const row: FileInParts = { name, parts: partsOf({ id, revision }, types, parameters) };
    return { row, entity: id, event: { name, recipients } };
  },
});

function partsOf(
  { id, revision }: { id: string; revision: number },
  types: readonly DestinationKey[],
  parameters: readonly string[],
): FileInParts["parts"] {
  const [only] = types.length === 1 ? types : [];
  const columns = only === undefined ? ["kind", "id", ...parameters] : [only, ...parameters];
  const read = async (last: Row | undefined) => {
    const rows = await database().query<Row>(
      `SELECT r.position, r.destination_type AS type, r.destination, r.parameters FROM audience_recipient r
       WHERE r.audience_id = $1 AND r.position > $2 ORDER BY r.position LIMIT ${partRows}`,
      [id, last?.position ?? -1],
    );
    const [now] = await database().query<{ revision: number }>(
      "SELECT revision FROM audience WHERE id = $1",
      [id],
    );
    if (now?.revision !== revision) throw new Error("The list was changed while it was exported.");
    return rows;
  };
  return csvParts(columns, read, ({ type, destination, parameters: own }) => [
    ...(only === undefined ? [type] : []),
    destination,
    ...parameters.map((parameter) => own[parameter] ?? ""),
  ]);
}
