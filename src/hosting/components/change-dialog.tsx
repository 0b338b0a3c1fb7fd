import type { ReactNode } from 'react';
import type { PlatformClient } from '../../platform-client/platform-client.ts';
import { useHostChange } from '../client/queries.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import type { ConfirmDialogProps } from './confirm-dialog.tsx';
import { useNotice } from './notice-line.tsx';

interface Props extends Omit<
	ConfirmDialogProps,
	'children' | 'onConfirm' | 'busy' | 'error'
> {
	change: ( client: PlatformClient ) => Promise< { data?: unknown } >;
	/** What the notice says after the change. */
	done: string;
	/** Called after the change, when the dialog is closed. */
	onDone?: () => void;
	/** Fields show the error about them. */
	children: ReactNode | ( ( error: Error | null ) => ReactNode );
}

/** Asks for confirmation or a value, changes something at the host, and says what it has done. */
export function ChangeDialog( {
	change,
	done,
	onDone = () => {},
	children,
	...dialog
}: Props ) {
	const showNotice = useNotice();
	const { mutate, isPending, error } = useHostChange( change );
	const confirm = () =>
		mutate( undefined, {
			onSuccess: () => {
				dialog.onClose();
				showNotice( done );
				onDone();
			},
		} );
	return (
		<ConfirmDialog
			{ ...dialog }
			busy={ isPending }
			error={ error }
			onConfirm={ confirm }
		>
			{ typeof children === 'function' ? children( error ) : children }
		</ConfirmDialog>
	);
}
