import { serviceIdSchema } from "@/lib/inputs/service";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";

/** Whether anything was ever ordered from the console in a service; tests are not. */
export const hasSent = view({
  action: "service.view",
  input: serviceIdSchema,
  service: serviceNamed,
  run: async ({ sql, serviceId }): Promise<boolean> => {
    const rows = await sql.query(
      "SELECT 1 FROM campaign_order WHERE service_id = $1 AND state IN ('sending', 'paused', 'sent', 'stopped', 'failed') LIMIT 1",
      [serviceId],
    );
    return rows.length > 0;
  },
});
