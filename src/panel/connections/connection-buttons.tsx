import { CardFooter } from '@wordpress/components';
import { __ } from '../../ui/i18n.ts';
import type { EnvironmentSettings, PauseReason } from '../../shared/wire.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { pauseRequest } from '../../live/components/environment-requests.ts';
import { replaceUrlLabel } from '../../live/components/replace-url.ts';
import { RequestButton } from '../../live/components/request-button.tsx';
import { isEditable } from './details-form.tsx';

/** The form that is open. */
export type Mode = 'token' | 'details';

interface Props {
	environment: EnvironmentSettings;
	paused: PauseReason | null;
	/** The button that ends the pause of a user. */
	resumeLabel: string;
	/** Whether a new webhook URL is needed. */
	isRefused: boolean;
	/** Whether the field for it is already shown. */
	isReplacing: boolean;
	/** The form that was just closed: the button that opened it takes the focus back. */
	closed: Mode | null;
	/** Whether a user just undid the removal: the button Remove takes the focus back. */
	isRestored: boolean;
	onUpdate: ( updated: EnvironmentSettings ) => void;
	onOpen: ( mode: Mode ) => void;
	onRemove: () => void;
}

/** Pauses that no button ends. */
const FIXED_PAUSES: readonly ( PauseReason | null )[] = [
	'copy',
	'disabled',
	'constant',
	'key',
	'no_curl',
	'unknown',
];

/** One button for Pause and Resume, so that the focus stays on it. */
function PauseButton( props: Props ) {
	const { environment, paused, resumeLabel, onUpdate } = props;
	const isPaused = paused === 'person';
	const request = pauseRequest(
		environment,
		isPaused ? 'resume' : 'pause',
		onUpdate
	);
	return FIXED_PAUSES.includes( paused ) ? null : (
		<RequestButton variant="tertiary" request={ request }>
			{ isPaused ? resumeLabel : __( 'Pause', 'headless-deploy' ) }
		</RequestButton>
	);
}

export function ConnectionButtons( props: Props ) {
	const { environment, isRefused, isReplacing, closed, onOpen, onRemove } =
		props;
	const isToken = environment.webhook.lockedBy === null;
	return (
		<CardFooter className="headless-deploy-buttons" justify="flex-start">
			{ isToken && ! isReplacing && (
				<ActionButton
					variant={ isRefused ? 'primary' : 'secondary' }
					focus={ closed === 'token' }
					onClick={ () => onOpen( 'token' ) }
				>
					{ replaceUrlLabel() }
				</ActionButton>
			) }
			{ isEditable( environment ) && (
				<ActionButton
					variant="tertiary"
					focus={ closed === 'details' }
					onClick={ () => onOpen( 'details' ) }
				>
					{ __( 'Edit', 'headless-deploy' ) }
				</ActionButton>
			) }
			<PauseButton { ...props } />
			{ isToken && environment.lockedBy === null && (
				<>
					<span className="headless-deploy-spacer" />
					<ActionButton
						variant="tertiary"
						isDestructive
						focus={ props.isRestored && closed === null }
						onClick={ onRemove }
					>
						{ __( 'Remove', 'headless-deploy' ) }
					</ActionButton>
				</>
			) }
		</CardFooter>
	);
}
