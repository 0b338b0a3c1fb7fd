import { useEffect, useRef } from '@wordpress/element';
import { ActionButton } from '../components/action-button.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { Icon } from '../components/icon.tsx';
import { __, sprintf } from '../i18n.ts';

export interface UserPassword {
	user: string;
	password: string;
}

/** A generated password, which the platform returns only once. */
export function ShownPassword( {
	user,
	password,
	onClose,
}: UserPassword & { onClose: () => void } ) {
	const heading = useRef< HTMLHeadingElement >( null );
	useEffect( () => heading.current?.focus(), [ password ] );
	/* translators: %s: ID of an API user. */
	const title = __( 'Password of %s', 'headless-deploy' );
	return (
		<section className="hd-box hd-box--padded hd-section hd-form">
			<h2 ref={ heading } tabIndex={ -1 }>
				{ sprintf( title, user ) }
			</h2>
			<p className="hd-status hd-status--warning hd-wraps">
				<Icon name="warning" />
				{ __(
					'It is shown only once. Store it now.',
					'headless-deploy'
				) }
			</p>
			<div className="hd-url">
				<code>{ password }</code>
				<CopyButton
					subject={ __( 'the password', 'headless-deploy' ) }
					text={ password }
				/>
			</div>
			<ActionButton onClick={ onClose }>
				{ __( 'Hide the password', 'headless-deploy' ) }
			</ActionButton>
		</section>
	);
}
