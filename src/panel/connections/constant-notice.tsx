import { Notice } from '@wordpress/components';
import { __ } from '../i18n.ts';
import type { Settings } from '../../shared/wire.ts';

interface Props {
	problems: NonNullable< Settings[ 'problems' ] >;
}

/** Says what is wrong with HEADLESS_DEPLOY_ENVIRONMENTS, where anything is. */
export function ConstantNotice( { problems }: Props ) {
	return problems.length === 0 ? null : (
		<Notice
			className="headless-deploy-notice"
			status="error"
			isDismissible={ false }
		>
			<p>
				{ __(
					'Fix HEADLESS_DEPLOY_ENVIRONMENTS in wp-config.php:',
					'headless-deploy'
				) }
			</p>
			{ problems.map( ( { environment, field, message } ) => (
				<p key={ `${ environment } ${ field }` }>
					{ environment !== '' && (
						<code dir="ltr">
							{ [ environment, field ]
								.filter( Boolean )
								.join( '.' ) }
						</code>
					) }{ ' ' }
					{ message }
				</p>
			) ) }
		</Notice>
	);
}
