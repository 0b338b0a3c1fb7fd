export default {
	extends: '@wordpress/stylelint-config/scss',
	rules: {
		// Classes are named block__element.
		'selector-class-pattern': null,
	},
};
