/** The forms and buttons of `src/ui` for changes at the host. */
import { useQueryClient } from '@tanstack/react-query';
import { bodyOf } from '../../platform-client/platform-client.ts';
import type { PlatformClient } from '../../platform-client/platform-client.ts';
import {
	ChangeButton,
	type ChangeButtonProps,
} from '../../ui/change-button.tsx';
import { FormDialog, type FormDialogProps } from '../../ui/form-dialog.tsx';
import { Form, type FormProps } from '../../ui/form.tsx';
import { useHost } from './host.ts';

/** A request that changes something at the host. */
type Change< Values, Result > = (
	client: PlatformClient,
	values: Values
) => Promise< { data?: Result } >;

/** Changes something at the host, then requests all shown answers again. */
export function useHostChange() {
	const { client } = useHost();
	const queries = useQueryClient();
	return async < Values, Result >(
		change: Change< Values, Result >,
		values: Values
	): Promise< Result > => {
		const result = await bodyOf( change( client, values ) );
		void queries.invalidateQueries();
		return result;
	};
}

export function HostForm< Values extends object, Result >( {
	change,
	...form
}: Omit< FormProps< Values, Result >, 'submit' > & {
	change: Change< Values, Result >;
} ) {
	const send = useHostChange();
	return <Form { ...form } submit={ ( values ) => send( change, values ) } />;
}

export function HostFormDialog< Values extends object, Result >( {
	change,
	...dialog
}: Omit< FormDialogProps< Values, Result >, 'submit' > & {
	change: Change< Values, Result >;
} ) {
	const send = useHostChange();
	return (
		<FormDialog
			{ ...dialog }
			submit={ ( values ) => send( change, values ) }
		/>
	);
}

export function HostButton< Result >( {
	change,
	...button
}: Omit< ChangeButtonProps< Result >, 'submit' > & {
	change: Change< undefined, Result >;
} ) {
	const send = useHostChange();
	return (
		<ChangeButton
			{ ...button }
			submit={ () => send( change, undefined ) }
		/>
	);
}
