import type { FrequencyCap } from "@/lib/inputs/frequency-cap";
import { serviceIdSchema } from "@/lib/inputs/service";
import { NotFoundError } from "@/lib/verb/errors";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";

/** Reads the frequency caps of a service. Throws `NotFoundError` when there is none. */
export const readFrequencyCaps = view({
  action: "service.view",
  input: serviceIdSchema,
  service: serviceNamed,
  run: async ({ sql, serviceId }): Promise<readonly FrequencyCap[]> => {
    const [row] = await sql.query<{ caps: FrequencyCap[] }>(
      "SELECT frequency_caps AS caps FROM service WHERE id = $1",
      [serviceId],
    );
    if (!row) throw new NotFoundError("This service");
    return row.caps;
  },
});
