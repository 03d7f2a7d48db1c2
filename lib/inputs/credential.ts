import { z } from "zod";
import { providers } from "@/lib/describe/providers";
import { providerKinds } from "@/lib/interface/device-kinds";
import { idText } from "./text";

/** An app's credential for one provider, by the members that lib/describe names for it. What it does not name is left out. */
export const credentialSchema = z
  .object({ appId: idText, provider: z.enum(providerKinds), credential: z.record(z.string(), z.unknown()) })
  .transform(({ appId, provider, credential }, context) => {
    const read = providers[provider].schema.safeParse(credential);
    if (read.success) return { appId, provider, credential: read.data };
    for (const { path, message } of read.error.issues) {
      const given = Object.hasOwn(credential, String(path[0]));
      context.addIssue({ code: "custom", path: ["credential", ...path], message: given ? message : "is missing" });
    }
    return z.NEVER;
  });
