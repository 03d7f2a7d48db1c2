import { newId } from "@/lib/database/id";
import { serviceSchema } from "@/lib/inputs/service";
import { scopes } from "@/lib/policy/roles";
import { noService } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { addJwtSecret } from "./add-jwt-secret";
import { createServiceKey } from "./create-key";
import { assertFreeServiceName } from "./free-name";

/**
 * Creates a service with a JWT secret and its first key. Rejects the name of another service. The
 * key is in the answer and nowhere else: only its hash is stored.
 */
export const createService = verb({
  action: "service.create",
  input: serviceSchema,
  service: noService,
  run: async ({ tx, actor }, { name, sandbox, httpsOnly, key: chosenKey }) => {
    const id = newId();
    // A start creates its services with any name: there is no user to choose another.
    if (actor.kind !== "job") await assertFreeServiceName(tx, name);
    // By hand: the first start makes the sandbox, and Prisma's first query takes a third of a
    // second or more.
    await tx.query("INSERT INTO service (id, name, sandbox, https_only) VALUES ($1, $2, $3, $4)", [
      id,
      name,
      sandbox,
      httpsOnly,
    ]);
    await addJwtSecret(tx, { serviceId: id, actor });
    const { key } = await createServiceKey(
      { actor, tx },
      {
        serviceId: id,
        name: "First key",
        key: chosenKey,
        // A sandbox is there to be played with: its key does all that keys can do.
        ...(sandbox && { scopes: [...scopes] }),
      },
    );
    return { row: { id, key }, entity: id, event: { name, sandbox }, createdServiceId: id };
  },
});
