import type { ComponentProps } from 'react';
import type { PlatformClient } from '../../platform-client/platform-client.ts';
import { useHostChange } from '../client/queries.ts';
import { ActionButton } from './action-button.tsx';
import { useNotice } from './notice-line.tsx';

interface Props< Result > extends Omit<
	ComponentProps< typeof ActionButton >,
	'onClick' | 'busy'
> {
	change: ( client: PlatformClient ) => Promise< { data?: Result } >;
	/** What the notice says after the change. @default nothing */
	done?: string;
	onDone?: ( result: Result ) => void;
}

/** Changes something at the host without a question, and says what it has done or why it failed. */
export function ChangeButton< Result >( {
	change,
	done = '',
	onDone = () => {},
	...button
}: Props< Result > ) {
	const showNotice = useNotice();
	const { mutate, isPending } = useHostChange( change, {
		onSuccess: ( result ) => {
			if ( done !== '' ) {
				showNotice( done );
			}
			onDone( result );
		},
		onError: ( { message } ) => showNotice( message, 'error' ),
	} );
	return (
		<ActionButton
			{ ...button }
			busy={ isPending }
			onClick={ () => mutate( undefined ) }
		/>
	);
}
