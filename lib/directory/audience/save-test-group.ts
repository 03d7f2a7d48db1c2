import { testGroupSchema } from "@/lib/inputs/test-message";
import { verb } from "@/lib/verb/verb";
import { serviceOfAppid } from "../app/service-of";
import { storeWhole } from "./store";
import { testRecipients } from "./test-recipients";

/**
 * Keeps a choice as a test group: who is in it now, with the values they have. Returns its id.
 * Refuses a choice that cannot be used, and a name that is taken.
 */
export const saveTestGroup = verb(
  "audience.create",
  testGroupSchema,
  serviceOfAppid,
  async ({ tx, actor, serviceId }, { appid, name, choice }) => {
    const recipients = await testRecipients(tx, appid, choice);
    return storeWhole(tx, actor, serviceId, { name, test: true, recipients });
  },
);
