import {
	ActionButton,
	type ActionButtonProps,
} from '../../ui/action-button.tsx';
import type { EnvironmentRequest, RequestProps } from './use-request.ts';

interface Props
	extends
		RequestProps,
		Omit< ActionButtonProps, 'busy' | 'disabled' | 'onClick' > {
	request: EnvironmentRequest;
}

/** A button that sends a request of its own. */
export function RequestButton( props: Props ) {
	const { request, busy, sendRequest, ...button } = props;
	return (
		<ActionButton
			{ ...button }
			busy={ busy === request.key }
			disabled={ busy !== null }
			onClick={ () => sendRequest( request ) }
		/>
	);
}
