import { __ } from '../i18n.ts';
import type { SaveError } from '../settings/use-save.ts';
import { TextField } from './text-field.tsx';

interface Props {
	label: string;
	value: string;
	onChange: ( value: string ) => void;
	/** Why the last try failed. */
	error: SaveError | null;
	focusOnMount?: boolean;
	/** Said below the field; without it, where the URL is found. */
	help?: string | undefined;
}

/** The field that a webhook URL is pasted into. */
export function WebhookField( {
	label,
	value,
	onChange,
	error,
	focusOnMount,
	help = __(
		'In the portal under Settings, Webhooks: copy any of the three URLs.',
		'headless-deploy'
	),
}: Props ) {
	const text =
		error === null || error.conflict
			? ''
			: ( error.fields.webhookUrl ?? error.message );
	return (
		<TextField
			isUrl
			label={ label }
			value={ value }
			onChange={ onChange }
			placeholder="https://"
			error={ text }
			focusOnMount={ focusOnMount }
			help={ help }
		/>
	);
}
