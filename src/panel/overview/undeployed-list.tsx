import { __ } from '../../ui/i18n.ts';
import { actionOf } from '../../shared/actions.ts';
import type { EnvironmentStatus, Undeployed } from '../../shared/wire.ts';
import { ChangeList } from '../../live/components/change-list.tsx';
import { undoRequest } from '../../live/components/environment-requests.ts';
import { RequestButton } from '../../live/components/request-button.tsx';
import { buttonOf } from '../../live/labels/action.ts';

interface Props {
	environment: EnvironmentStatus;
	nowMs: number;
	timeZone: string;
}

/** Whether the headline and its detail already show these changes. */
function isShown(
	{ lane, status }: EnvironmentStatus,
	undeployed: Undeployed
) {
	return (
		undeployed.lane === lane && [ 'canceled', 'failed' ].includes( status )
	);
}

function UndeployedItem( {
	undeployed,
	...props
}: Props & { undeployed: Undeployed } ) {
	const { environment, nowMs, timeZone } = props;
	const action = actionOf( undeployed.lane );
	const mayUndo = buttonOf( environment, action ) !== undefined;
	return (
		<div className="headless-deploy-undeployed">
			{ ! isShown( environment, undeployed ) && (
				<p>{ `${ undeployed.headline }. ${ undeployed.message }` }</p>
			) }
			<ChangeList
				reasons={ undeployed.reasons }
				count={ undeployed.changes }
				nowMs={ nowMs }
				timeZone={ timeZone }
			/>
			{ undeployed.canceled > 0 && mayUndo && (
				<RequestButton
					compact
					request={ undoRequest( environment, undeployed ) }
				>
					{ __( 'Undo', 'headless-deploy' ) }
				</RequestButton>
			) }
		</div>
	);
}

/**
 * Lists the changes of failed and canceled runs, until a run includes them; Undo makes the canceled ones pending again.
 */
export function UndeployedList( props: Props ) {
	return props.environment.undeployed.map( ( undeployed ) => (
		<UndeployedItem
			key={ undeployed.lane }
			{ ...props }
			undeployed={ undeployed }
		/>
	) );
}
