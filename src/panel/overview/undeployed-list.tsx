import { __ } from '../i18n.ts';
import type { EnvironmentStatus, Undeployed } from '../../shared/wire.ts';
import { ActionButton } from '../components/action-button.tsx';
import { ChangeList } from '../components/change-list.tsx';
import { undoPress } from '../components/run-request.ts';
import type { Press } from '../components/use-run.ts';

interface Props {
	environment: EnvironmentStatus;
	nowMs: number;
	timeZone: string;
	/** Key of the button whose press is being answered. */
	busy: string | null;
	press: ( press: Press ) => void;
}

/** Tells whether the headline and its detail say it already. */
function isSaid( { lane, state }: EnvironmentStatus, left: Undeployed ) {
	return left.lane === lane && [ 'canceled', 'failed' ].includes( state );
}

function Left( { left, ...props }: Props & { left: Undeployed } ) {
	const { environment, nowMs, timeZone, busy, press } = props;
	const { can } = environment;
	const action = left.lane === 'build' ? 'rebuild' : 'purgeCache';
	return (
		<div className="headless-deploy-undeployed">
			{ ! isSaid( environment, left ) && (
				<p>{ `${ left.headline }. ${ left.message }` }</p>
			) }
			<ChangeList
				reasons={ left.reasons }
				count={ left.changes }
				nowMs={ nowMs }
				timeZone={ timeZone }
			/>
			{ left.canceled > 0 && can.includes( action ) && (
				<ActionButton
					compact
					busy={ busy === 'undo' }
					disabled={ busy !== null }
					onClick={ () => press( undoPress( environment, left ) ) }
				>
					{ __( 'Undo', 'headless-deploy' ) }
				</ActionButton>
			) }
		</div>
	);
}

/**
 * Lists the changes of failed and canceled runs, until a run includes them; Undo makes the canceled ones pending again.
 */
export function UndeployedList( props: Props ) {
	return props.environment.undeployed.map( ( left ) => (
		<Left key={ left.lane } { ...props } left={ left } />
	) );
}
