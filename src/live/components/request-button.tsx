import {
	ActionButton,
	type ActionButtonProps,
} from '../../ui/action-button.tsx';
import { type EnvironmentRequest, useRequests } from './use-request.ts';

interface Props extends Omit<
	ActionButtonProps,
	'busy' | 'disabled' | 'onClick'
> {
	request: EnvironmentRequest;
}

/** A button that sends a request of its own. */
export function RequestButton( { request, ...button }: Props ) {
	const { busy, sendRequest } = useRequests();
	return (
		<ActionButton
			{ ...button }
			busy={ busy === request.key }
			disabled={ busy !== null }
			onClick={ () => sendRequest( request ) }
		/>
	);
}
