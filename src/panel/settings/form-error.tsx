import { Notice } from '@wordpress/components';

/** Says what went wrong with a form as a whole. */
export function FormError( { text }: { text: string } ) {
	return (
		<Notice
			className="headless-deploy-notice"
			status="error"
			isDismissible={ false }
		>
			{ text }
		</Notice>
	);
}
