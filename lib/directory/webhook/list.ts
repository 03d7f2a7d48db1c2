import { serviceIdSchema } from "@/lib/inputs/service";
import { mostWebhooks } from "@/lib/inputs/webhook";
import { updateKinds, type UpdateKind } from "@/lib/interface/update";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";

/** A webhook as it may be seen. */
export interface ListedWebhook {
  id: string;
  revision: number;
  url: string;
  kinds: UpdateKind[];
  /** "" for none. */
  notifyAuthId: string;
  /** Whether its updates are signed. */
  signed: boolean;
  /** Why it gets nothing: it answered 410, or a member switched it off. */
  off: { why: "gone" | "switched"; since: string } | null;
}

/** The webhooks of a service, oldest first. Secrets stay sealed. */
export const listWebhooks = view({
  action: "service.view",
  input: serviceIdSchema,
  service: serviceNamed,
  run: async ({ sql, serviceId }): Promise<ListedWebhook[]> => {
    const rows = await sql.prisma.webhook.findMany({
      where: { serviceId },
      orderBy: { id: "asc" },
      take: mostWebhooks * 5,
    });
    return rows.map(
      ({
        id,
        revision,
        url,
        kinds,
        notifyAuthId,
        signingSecretSealed,
        disabledAt,
        switchedOff,
      }) => ({
        id,
        revision,
        url,
        kinds: updateKinds.filter((kind) => kinds.includes(kind)),
        notifyAuthId: notifyAuthId ?? "",
        signed: signingSecretSealed !== null,
        off: disabledAt && {
          why: switchedOff ? "switched" : "gone",
          since: disabledAt.toISOString(),
        },
      }),
    );
  },
});
