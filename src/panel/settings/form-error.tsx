import { Notice } from '@wordpress/components';

/** Says what went wrong with a form as a whole. */
export function FormError( { words }: { words: string } ) {
	return (
		<Notice
			className="headless-deploy-notice"
			status="error"
			isDismissible={ false }
		>
			{ words }
		</Notice>
	);
}
