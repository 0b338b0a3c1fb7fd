import { useNotice, useNoticedTask } from './notice-line.tsx';
import { RowButton, type RowButtonProps } from './row-button.tsx';

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
	const { busy, run } = useNoticedTask();
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
