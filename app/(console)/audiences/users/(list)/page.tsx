import { ListTree, UserRound } from "lucide-react";
import type { Metadata } from "next";
import { FindFilter } from "@/components/listing/find-field";
import { hasNothing, listAddress } from "@/components/listing/list-address";
import { ListPage } from "@/components/listing/list-page";
import { LinkButton } from "@/components/shell/link-button";
import { BackLink } from "@/components/shell/page";
import { ImportUsersButton } from "@/components/user/import-users-button";
import { UserTable } from "@/components/user/user-table";
import { listAttributes } from "@/lib/directory/attribute/list";
import { listUsers } from "@/lib/directory/user/list";
import { paths, single } from "@/lib/inputs/paths";
import { inService, type Query } from "../../../in-service";
import { importUsers } from "../actions";

export const metadata: Metadata = { title: "Users" };

export default async function UsersPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { query, as, serviceId, may } = await inService(await searchParams);
  const text = single(query["q"])?.slice(0, 200);
  const address = listAddress(paths.users(), query, ["-created"], { q: text });
  const { after, before } = address;
  const [attributes, page] = await Promise.all([
    listAttributes(as, { serviceId }),
    listUsers(as, { serviceId, text, after, before }),
  ]);
  const importButton = may("users.import").ok && (
    <ImportUsersButton
      key={serviceId}
      serviceId={serviceId}
      attributes={attributes.map(({ name, type }) => ({ name, type }))}
      importLines={importUsers}
    />
  );
  return (
    <ListPage
      title="Users"
      trail={<BackLink href={paths.audiences()}>Audiences</BackLink>}
      description="Everyone with a device or with attributes."
      actions={
        <>
          <LinkButton icon={ListTree} href={paths.attributes()}>
            Attributes
          </LinkButton>
          {!hasNothing(address, page.rows) && importButton}
        </>
      }
      filters={<FindFilter text={text} label="Find by the beginning of a user ID" />}
      address={address}
      page={page}
      noun={{ one: "user", many: "users" }}
      picture={<UserRound />}
      empty={{
        title: "No users yet",
        text: "A user appears when an app registers a device for them, when a program stores their attributes, or from a file.",
        action: importButton,
      }}
    >
      <UserTable rows={page.rows} />
    </ListPage>
  );
}
