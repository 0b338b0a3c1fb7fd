import { useNotice } from './notice-line.tsx';
import { RowButton, type RowButtonProps } from './row-button.tsx';
import { asError } from './form-error.tsx';
import { useTask } from './use-task.ts';

export interface ChangeButtonProps< Result > extends Omit<
	RowButtonProps,
	'onClick' | 'busy'
> {
	submit: () => Promise< Result >;
	/** What the notice says after the change. @default nothing */
	done?: string;
	onDone?: ( result: Result ) => void;
}

/** Changes something without a question, and says what it has done or why it failed. */
export function ChangeButton< Result >( {
	submit,
	done = '',
	onDone = () => {},
	...button
}: ChangeButtonProps< Result > ) {
	const showNotice = useNotice();
	const { busy, run } = useTask( ( refusal ) =>
		showNotice( asError( refusal ).message, 'error' )
	);
	const change = async () => {
		const result = await submit();
		if ( done !== '' ) {
			showNotice( done );
		}
		onDone( result );
	};
	return (
		<RowButton
			{ ...button }
			busy={ busy }
			onClick={ () => void run( change ) }
		/>
	);
}
