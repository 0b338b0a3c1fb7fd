import { Button } from '@wordpress/components';
import { __ } from '../panel/i18n.ts';
import { StateSymbol } from '../panel/components/state-symbol.tsx';
import { replaceUrlOf } from '../panel/components/replace-url.ts';
import type { BootData } from '../shared/boot.ts';
import type { EnvironmentStatus } from '../shared/wire.ts';
import { type Plan, planOf } from './plan.ts';
import { planInWords, type PlanWords } from './plan-text.ts';
import type { Automations } from './use-automations.ts';
import type { Post } from './use-post.ts';

/** What a foresight is made of. */
export interface Known {
	boot: BootData;
	automations: Automations;
	post: Post;
}

/** What the next save means for an environment. */
export interface Foreseen extends PlanWords {
	kind: Plan[ 'kind' ];
}

/**
 * Foresees what the next save means for an environment.
 *
 * @param known What the editor knows.
 * @return Null where nobody knows, or the post does not count.
 */
export function foresee(
	environment: EnvironmentStatus,
	{ boot, automations, post }: Known
): Foreseen | null {
	const automation = automations[ environment.id ];
	const { source, moment } = post;
	if (
		automation === undefined ||
		source === null ||
		moment.kind === 'nothing'
	) {
		return null;
	}
	const plan = planOf( environment, automation, source );
	const mends = replaceUrlOf( boot, environment.id ) !== null;
	const words = planInWords( plan, environment.label, moment, mends );
	return { ...words, kind: plan.kind };
}

/**
 * Tells whether an environment gets nothing of this kind, so that where it is says nothing about the post.
 *
 * @param plan What the next save means for it.
 */
export function isLeftOut(
	{ state }: EnvironmentStatus,
	plan: Foreseen | null
): plan is Foreseen {
	return state === 'upToDate' && plan?.kind === 'nothing';
}

function Line( {
	environment,
	...known
}: Known & { environment: EnvironmentStatus } ) {
	const plan = foresee( environment, known );
	const replaceUrl = replaceUrlOf( known.boot, environment.id );
	return plan === null ? null : (
		<li>
			<StateSymbol symbol={ plan.symbol } />
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
							{ __(
								'Replace the webhook URL',
								'headless-deploy'
							) }
						</Button>
					</>
				) }
			</span>
		</li>
	);
}

/** Says what the next save means, one line per environment. */
export function PlanLines( {
	environments,
	boot,
	automations,
	post,
}: Known & { environments: readonly EnvironmentStatus[] } ) {
	return (
		<ul className="headless-deploy-plans">
			{ environments.map( ( environment ) => (
				<Line
					key={ environment.id }
					{ ...{ environment, boot, automations, post } }
				/>
			) ) }
		</ul>
	);
}
