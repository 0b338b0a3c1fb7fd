import { createInterpolateElement } from '@wordpress/element';
import type { EnvironmentSettings } from '../../shared/wire.ts';
import { __, sprintf } from '../../ui/i18n.ts';
import { LastingNotice } from '../../ui/notice.tsx';

/** Empty if all fields of the connection are locked. */
function lockedFieldNames( { lockedFields }: EnvironmentSettings ): string {
	const names = {
		label: __( 'Name', 'headless-deploy' ),
		webhookUrl: __( 'Webhook', 'headless-deploy' ),
		frontEndUrl: __( 'Front end', 'headless-deploy' ),
	};
	const locked = Object.entries( names ).filter( ( [ field ] ) =>
		lockedFields.includes( field )
	);
	return locked.length === Object.keys( names ).length
		? ''
		: locked.map( ( [ , name ] ) => name ).join( ', ' );
}

function sentence( what: string, isAutomationFree: boolean ): string {
	if ( what !== '' ) {
		return sprintf(
			/* translators: %s: names of fields. <file /> and <constant /> are replaced; keep them as they are. */
			__(
				'Set in <file /> by <constant />: %s. Change these fields there and the others here.',
				'headless-deploy'
			),
			what
		);
	}
	return isAutomationFree
		? __(
				'Set in <file /> by <constant />. Change it there. Automation is still set here.',
				'headless-deploy'
			)
		: __(
				'Set in <file /> by <constant />. Change it there.',
				'headless-deploy'
			);
}

interface Props {
	environment: EnvironmentSettings;
	/** The PHP constant. */
	by: string;
}

/** Says which fields of a connection wp-config.php sets, and by which constant. */
export function LockedNotice( { environment, by }: Props ) {
	const isAutomationFree = ! environment.lockedFields.some( ( field ) =>
		field.startsWith( 'automation' )
	);
	return (
		<LastingNotice status="info" spokenMessage="">
			{ createInterpolateElement(
				sentence( lockedFieldNames( environment ), isAutomationFree ),
				{
					file: <code dir="ltr">wp-config.php</code>,
					constant: <code dir="ltr">{ by }</code>,
				}
			) }
		</LastingNotice>
	);
}
