export { default } from '@wordpress/prettier-config';
