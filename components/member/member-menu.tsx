"use client";

import {
  Ellipsis,
  KeyRound,
  LogOut,
  ShieldOff,
  UserCheck,
  UserMinus,
  UserPen,
  UserX,
} from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { HistoryItem } from "@/components/audit/history-link";
import { DialogForm } from "@/components/form/dialog-form";
import { useCall } from "@/components/form/use-call";
import { DropdownMenu, MenuItem, MenuSeparator } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { isolated } from "@/components/ui/isolated";
import { Question } from "@/components/ui/question";
import { toast } from "@/components/ui/toast";
import { Verbatim } from "@/components/ui/verbatim";
import type { MemberRow } from "@/lib/directory/member/list";
import type { Answer } from "@/lib/inputs/answer";
import { changeMemberSchema } from "@/lib/inputs/member";
import type { allowed, MemberActions } from "./member-actions";
import { PlaceFields } from "./place-fields";
import { ResetDialog } from "./reset-dialog";

interface MemberMenuProps {
  row: MemberRow;
  serviceId: string;
  /** Name of the service. */
  service: string;
  may: ReturnType<typeof allowed>;
  isSelf: boolean;
  actions: MemberActions;
}

type Asking = "change" | "remove" | "reset" | "factor" | "signOut" | "disable";

/** What can be done to a member, each behind a question. */
export function MemberMenu({ row, serviceId, service, may, isSelf, actions }: MemberMenuProps) {
  const [asking, setAsking] = useState<Asking>();
  const { pending, run } = useCall();
  const router = useRouter();
  const { id, name } = row;
  const target = { serviceId, memberId: id };
  const close = () => setAsking(undefined);
  const question = (what: Asking) =>
    ({ open: asking === what, onClose: close, size: "sm", keep: "Keep" }) as const;
  const go = (call: () => Promise<Answer<unknown>>, done: string, next?: () => void) => {
    close();
    run(call, done, next && { done: next });
  };
  const leave = () => isSelf && router.push("/");
  return (
    <>
      <DropdownMenu
        trigger={
          <IconButton icon={Ellipsis} label={`Actions for ${name}`} size="sm" disabled={pending} />
        }
      >
        {may.change && (
          <MenuItem icon={<UserPen aria-hidden />} onSelect={() => setAsking("change")}>
            Change role …
          </MenuItem>
        )}
        {may.account && (
          <AccountItems
            row={row}
            onAsk={setAsking}
            onEnable={() =>
              go(() => actions.disable({ id, disabled: false }), `Enabled ${isolated(name)}`)
            }
          />
        )}
        {may.change && <HistoryItem object={id} />}
        {may.remove && (
          <>
            {(may.change || may.account) && <MenuSeparator />}
            <MenuItem danger icon={<UserMinus aria-hidden />} onSelect={() => setAsking("remove")}>
              {isSelf ? "Leave the service …" : "Remove from the service …"}
            </MenuItem>
          </>
        )}
      </DropdownMenu>
      {row.role !== null && (
        <DialogForm
          open={asking === "change"}
          onOpenChange={close}
          title={`Role of ${isolated(name)}`}
          description={`In ${isolated(service)}. The new role applies from their next click.`}
          schema={changeMemberSchema}
          initial={{ ...target, role: row.role, maySend: row.maySend, mayApprove: row.mayApprove }}
          action={actions.change}
          revision={row.revision ?? undefined}
          onDone={() => void toast.success(`Changed the role of ${isolated(name)}`)}
          submit="Save"
        >
          <PlaceFields />
        </DialogForm>
      )}
      <ResetDialog open={asking === "reset"} onOpenChange={close} row={row} reset={actions.reset} />
      <Question
        {...question("remove")}
        title={
          isSelf ? (
            <>
              Leave <Verbatim>{service}</Verbatim>?
            </>
          ) : (
            <>
              Remove <Verbatim>{name}</Verbatim> from <Verbatim>{service}</Verbatim>?
            </>
          )
        }
        description={
          isSelf
            ? "You lose access immediately. Everything you created stays, and so does your account."
            : `${isolated(name)} loses access immediately. Everything they created stays, and so does their account. Their invitations stop working.`
        }
        keep={isSelf ? "Stay" : "Keep"}
        go={isSelf ? "Leave" : "Remove"}
        onGo={() =>
          go(
            () => actions.remove(target),
            isSelf
              ? `You left ${isolated(service)}`
              : `Removed ${isolated(name)} from ${isolated(service)}`,
            leave,
          )
        }
      />
      <Question
        {...question("factor")}
        title={
          <>
            Reset two-step sign-in of <Verbatim>{name}</Verbatim>?
          </>
        }
        description={`For a lost phone. Their authenticator app, passkeys and recovery codes stop working, and ${isolated(name)} is signed out and signs in with the password alone until they set it up again. Make sure that it is ${isolated(name)} who asks.`}
        go="Reset"
        onGo={() =>
          go(() => actions.resetFactor({ id }), `Reset two-step sign-in of ${isolated(name)}`)
        }
      />
      <Question
        {...question("signOut")}
        title={
          <>
            Sign <Verbatim>{name}</Verbatim> out everywhere?
          </>
        }
        description={`For a lost device. ${isolated(name)} is signed out in every browser at once and signs in again to go on. A message that they are writing stays as a draft.`}
        go="Sign out"
        onGo={() => go(() => actions.signOut({ id }), `Signed ${isolated(name)} out everywhere`)}
      />
      <Question
        {...question("disable")}
        title={
          <>
            Disable the account of <Verbatim>{name}</Verbatim>?
          </>
        }
        description={`${isolated(name)} is signed out immediately and can no longer sign in, in ${servicesText(row)}. Their roles are kept for when you enable the account again. Confirmed campaigns are still sent.`}
        go="Disable account"
        onGo={() => go(() => actions.disable({ id, disabled: true }), `Disabled ${isolated(name)}`)}
      />
    </>
  );
}

interface AccountItemsProps {
  row: MemberRow;
  onAsk: (asking: Asking) => void;
  onEnable: () => void;
}

/** What an owner of the installation can do to an account. */
function AccountItems({ row: { disabled, secondFactor }, onAsk, onEnable }: AccountItemsProps) {
  return (
    <>
      {!disabled && (
        <MenuItem icon={<KeyRound aria-hidden />} onSelect={() => onAsk("reset")}>
          Reset password …
        </MenuItem>
      )}
      {!disabled && (
        <MenuItem icon={<LogOut aria-hidden />} onSelect={() => onAsk("signOut")}>
          Sign out everywhere …
        </MenuItem>
      )}
      {secondFactor === true && (
        <MenuItem icon={<ShieldOff aria-hidden />} onSelect={() => onAsk("factor")}>
          Reset two-step sign-in …
        </MenuItem>
      )}
      {disabled ? (
        <MenuItem icon={<UserCheck aria-hidden />} onSelect={onEnable}>
          Enable account
        </MenuItem>
      ) : (
        <MenuItem danger icon={<UserX aria-hidden />} onSelect={() => onAsk("disable")}>
          Disable account …
        </MenuItem>
      )}
    </>
  );
}

function servicesText({ services, installationOwner }: MemberRow): string {
  if (installationOwner) return "any service";
  return services === 1 ? "1 service" : `${services} services`;
}
