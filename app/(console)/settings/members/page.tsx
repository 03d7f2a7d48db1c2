import type { Metadata } from "next";
import { listAddress } from "@/components/listing/list-address";
import { ListPart } from "@/components/listing/list-part";
import { InvitationList } from "@/components/member/invitation-list";
import { InviteButton } from "@/components/member/invite-button";
import { MemberFilters } from "@/components/member/member-filters";
import { MemberTable } from "@/components/member/member-table";
import { Page } from "@/components/shell/page";
import { Card } from "@/components/ui/card";
import { listInvitations } from "@/lib/directory/member/invite";
import { listAccounts, listMembers } from "@/lib/directory/member/list";
import { memberSorts } from "@/lib/inputs/member";
import { paths, single } from "@/lib/inputs/paths";
import { inService, ownServices, type Query } from "../../in-service";
import {
  changeMember,
  createResetLink,
  disableMember,
  inviteMember,
  removeMember,
  resetSecondFactor,
  revokeInvitation,
  signOutMember,
} from "./actions";

export const metadata: Metadata = { title: "Members" };

export default async function MembersPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { query, as, serviceId, may } = await inService(await searchParams);
  const mayChoose = may("member.disable").ok;
  const everybody = mayChoose && single(query["of"]) === "everybody";
  const text = single(query["q"])?.slice(0, 200);
  const address = listAddress(paths.members(), query, memberSorts, {
    of: everybody ? "everybody" : undefined,
    q: text,
  });
  const { sort, after, before } = address;
  const listInput = { text, sort, after, before };
  const [page, invitations, services] = await Promise.all([
    everybody ? listAccounts(as, listInput) : listMembers(as, { serviceId, ...listInput }),
    may("member.invite").ok ? listInvitations(as, { serviceId }) : [],
    ownServices(),
  ]);
  const service = services.find(({ id }) => id === serviceId)?.name ?? "this service";
  const { id, installationOwner } = as.actor;
  return (
    <Page
      title="Members"
      description={
        may("member.invite").ok
          ? "The people in this service and their roles."
          : "Who works in this service. Its owners manage them."
      }
      actions={
        may("member.invite").ok && (
          <InviteButton
            key={serviceId}
            serviceId={serviceId}
            service={service}
            invite={inviteMember}
          />
        )
      }
    >
      {invitations.length > 0 && (
        <InvitationList invitations={invitations} revoke={revokeInvitation} />
      )}
      <div className="mb-3">
        <MemberFilters text={text} everybody={mayChoose ? everybody : undefined} />
      </div>
      <Card aria-label={everybody ? "All accounts" : "Members"}>
        <ListPart
          address={address}
          page={page}
          noun={{ one: "member", many: "members" }}
          empty="No matches. Try another name or e-mail."
          clear={paths.members()}
        >
          <MemberTable
            rows={page.rows}
            address={address}
            serviceId={serviceId}
            service={service}
            everybody={everybody}
            looker={{ id, keepsMembers: may("member.change").ok, installationOwner }}
            actions={{
              change: changeMember,
              remove: removeMember,
              disable: disableMember,
              reset: createResetLink,
              resetFactor: resetSecondFactor,
              signOut: signOutMember,
            }}
          />
        </ListPart>
      </Card>
    </Page>
  );
}
