import type { Metadata } from "next";
import { BackLink, Page } from "@/components/shell/page";
import { Card, CardBody } from "@/components/ui/card";
import { Verbatim } from "@/components/ui/verbatim";
import { AttemptsCard } from "@/components/update/attempts-card";
import { BodyCard } from "@/components/update/body-card";
import { ReplayButton } from "@/components/update/replay-button";
import { UpdateFacts } from "@/components/update/update-facts";
import { kindWords } from "@/components/update/updates-text";
import { requireMember } from "@/lib/auth/session";
import { paths } from "@/lib/inputs/paths";
import { readUpdate } from "@/lib/results/read-update";
import { orNotFound, inServiceOf, type Query } from "../../../../../in-service";
import { replayUpdates } from "../../../actions";

export const metadata: Metadata = { title: "Update" };

interface UpdateProps {
  params: Promise<{ transid: string; id: string }>;
  searchParams: Promise<Query>;
}

export default async function UpdatePage({ params, searchParams }: UpdateProps) {
  const { transid, id } = await params;
  const update = await orNotFound(readUpdate({ actor: await requireMember() }, { transid, id }));
  const { serviceId, may } = await inServiceOf(
    update,
    paths.update(transid, id),
    await searchParams,
  );
  return (
    <Page
      trail={<BackLink href={paths.updates()}>Updates</BackLink>}
      title={
        <>
          {kindWords[update.kind].label}
          {update.destination !== "" && (
            <>
              {" "}
              for <Verbatim>{update.destination}</Verbatim>
            </>
          )}
        </>
      }
      actions={
        may("update.replay").ok && (
          <ReplayButton scope={{ of: "one", serviceId, id, replay: replayUpdates }} />
        )
      }
    >
      <div className="space-y-5">
        <Card>
          <CardBody>
            <UpdateFacts update={update} />
          </CardBody>
        </Card>
        <AttemptsCard update={update} />
        <BodyCard body={update.body} masked={update.masked} />
      </div>
    </Page>
  );
}
