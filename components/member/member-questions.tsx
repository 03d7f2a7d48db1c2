"use client";

import { useRouter } from "next/navigation";
import { Question } from "@/components/ui/overlay/question";
import { isolated } from "@/components/ui/sentence";
import { Verbatim } from "@/components/ui/verbatim";
import type { MemberRow } from "@/lib/directory/member/list";
import type { Answer } from "@/lib/inputs/answer";
import type { MemberActions } from "./member-actions";

/** What is asked before a member is changed: by a form, or one of these questions. */
export type MemberQuestion = "change" | "remove" | "reset" | "factor" | "signOut" | "disable";

interface MemberQuestionsProps {
  row: MemberRow;
  serviceId: string;
  /** Name of the service. */
  service: string;
  isSelf: boolean;
  actions: MemberActions;
  asking: MemberQuestion | undefined;
  onClose: () => void;
  /** Closes the question and runs the action. */
  go: (call: () => Promise<Answer<unknown>>, done: string, next?: () => void) => void;
}

/** Asks before a member loses something. */
export function MemberQuestions({
  row,
  serviceId,
  service,
  isSelf,
  actions,
  asking,
  onClose,
  go,
}: MemberQuestionsProps) {
  const router = useRouter();
  const { id, name } = row;
  const question = (what: MemberQuestion) =>
    ({ open: asking === what, onClose, size: "sm", keep: "Keep" }) as const;
  const leave = () => isSelf && router.push("/");
  return (
    <>
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
            () => actions.remove({ serviceId, memberId: id }),
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

function servicesText({ services, installationOwner }: MemberRow): string {
  if (installationOwner) return "any service";
  return services === 1 ? "1 service" : `${services} services`;
}
