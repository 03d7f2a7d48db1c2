import type { Workspace } from "./fixtures";

/**
 * Makes the member of a workspace an owner of the installation as well, who makes services, and
 * sees those of other tests.
 */
export async function ownInstallation({ query, memberId }: Workspace): Promise<void> {
  await query("UPDATE member SET installation_owner = true WHERE id = $1", [memberId]);
}
