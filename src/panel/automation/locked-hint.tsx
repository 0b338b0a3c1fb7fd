import { Icon } from '@wordpress/components';
import { lock } from '@wordpress/icons';
import { __, sprintf } from '../i18n.ts';

interface Props {
	/** Name of the PHP constant. */
	by: string;
}

/** Says why a field cannot be changed here. */
export function LockedHint( { by }: Props ) {
	return (
		<span className="headless-deploy-locked">
			<Icon icon={ lock } size={ 16 } />
			<span>
				{ sprintf(
					/* translators: %s: name of a PHP constant. */
					__(
						'Set in wp-config.php by %s. Change it there.',
						'headless-deploy'
					),
					by
				) }
			</span>
		</span>
	);
}
