import { __ } from '../../ui/i18n.ts';

export function addApiUserLabel(): string {
	return __( 'Add an API user', 'headless-deploy' );
}
