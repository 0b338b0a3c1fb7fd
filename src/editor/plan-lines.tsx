import { Button } from '@wordpress/components';
import { sprintf } from '../ui/i18n.ts';
import { StatusSymbol } from '../ui/status-symbol.tsx';
import {
	replaceUrlLabel,
	replaceUrlOf,
} from '../live/components/replace-url.ts';
import type { BootData } from '../shared/boot.ts';
import type { EnvironmentStatus, SavePlan } from '../shared/wire.ts';
import type { Post } from './use-post.ts';
import { formatLocalTime } from './local-time.ts';

/** The effect of the next save on an environment. */
export interface Plan extends Pick< SavePlan, 'kind' | 'symbol' > {
	text: string;
}

/** @return Null if changes to this kind of post are ignored, or visitors see nothing of this one. */
export function planOf(
	environment: EnvironmentStatus,
	{ source, moment }: Pick< Post, 'source' | 'moment' >
): Plan | null {
	const plan = environment.plans.find(
		( { sources } ) => source !== null && sources.includes( source )
	);
	if ( plan === undefined || moment.kind === 'none' ) {
		return null;
	}
	const { kind, symbol, schedule } = plan;
	const text =
		moment.kind === 'schedule'
			? sprintf( schedule, formatLocalTime( moment.at ) )
			: plan[ moment.kind ];
	return { kind, symbol, text };
}

/** Whether the status of an environment does not concern the post, because saving it starts no run. */
export function isExcluded(
	{ status }: EnvironmentStatus,
	plan: Plan | null
): plan is Plan {
	return status === 'upToDate' && plan?.kind === 'none';
}

interface Props {
	boot: BootData;
	post: Post;
}

function PlanLine( {
	environment,
	boot,
	post,
}: Props & { environment: EnvironmentStatus } ) {
	const plan = planOf( environment, post );
	const replaceUrl = replaceUrlOf( boot, environment.id );
	return plan === null ? null : (
		<li>
			<StatusSymbol symbol={ plan.symbol } />
			<span>
				{ plan.text }
				{ plan.kind === 'unreachable' && replaceUrl !== null && (
					<>
						{ ' ' }
						<Button
							variant="link"
							href={ replaceUrl }
							target="_blank"
						>
							{ replaceUrlLabel() }
						</Button>
					</>
				) }
			</span>
		</li>
	);
}

/** The effect of the next save, one line for each environment. */
export function PlanLines( {
	environments,
	boot,
	post,
}: Props & { environments: readonly EnvironmentStatus[] } ) {
	return (
		<ul className="headless-deploy-plans">
			{ environments.map( ( environment ) => (
				<PlanLine
					key={ environment.id }
					{ ...{ environment, boot, post } }
				/>
			) ) }
		</ul>
	);
}
