import { Button } from '@wordpress/components';
import { __ } from '../admin/i18n.ts';
import { StateSymbol } from '../admin/parts/state-symbol.tsx';
import { replaceUrlOf } from '../admin/parts/replace-url.ts';
import type { BootData, EnvironmentStatus, Source } from '../shared/wire.ts';
import { planOf } from './plan.ts';
import { planInWords } from './plan-words.ts';
import type { Moment } from './post-moment.ts';
import type { Automations } from './use-automations.ts';

interface Props {
	boot: BootData;
	environments: readonly EnvironmentStatus[];
	automations: Automations;
	source: Source;
	moment: Moment;
}

function Line( {
	environment,
	...props
}: Omit< Props, 'environments' > & { environment: EnvironmentStatus } ) {
	const { boot, automations, source, moment } = props;
	const automation = automations[ environment.id ];
	if ( automation === undefined ) {
		return null;
	}
	const plan = planOf( environment, automation, source );
	const replaceUrl = replaceUrlOf( boot, environment.id );
	const { symbol, text } = planInWords(
		plan,
		environment.label,
		moment,
		replaceUrl !== null
	);
	return (
		<li>
			<StateSymbol symbol={ symbol } />
			<span>
				{ text }
				{ plan.kind === 'unreachable' && replaceUrl !== null && (
					<>
						{ ' ' }
						<Button
							variant="link"
							href={ replaceUrl }
							target="_blank"
						>
							{ __( 'Replace the token', 'headless-deploy' ) }
						</Button>
					</>
				) }
			</span>
		</li>
	);
}

/**
 * Says what the next save means, one line per environment.
 *
 * @param props
 * @param props.environments Their states.
 */
export function PlanLines( { environments, ...props }: Props ) {
	return (
		<ul className="headless-deploy-plans">
			{ environments.map( ( environment ) => (
				<Line
					key={ environment.id }
					environment={ environment }
					{ ...props }
				/>
			) ) }
		</ul>
	);
}
