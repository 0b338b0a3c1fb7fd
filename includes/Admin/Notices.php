<?php
/**
 * Notices about what somebody has to mend.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Admin;

/**
 * Tells those who can mend it what does not mend itself: on the dashboard and the list of plugins alone, and only until
 * they put it aside.
 */
final class Notices {
	private const SCREENS = array( 'dashboard', 'plugins' );

	/**
	 * Takes what it tells.
	 *
	 * @param Troubles $troubles What is to be mended.
	 */
	public function __construct( private readonly Troubles $troubles ) {}

	/**
	 * Prints the notices. Hooked to `admin_notices`.
	 */
	public function print_notices(): void {
		if ( ! in_array( get_current_screen()?->id, self::SCREENS, true ) ) {
			return;
		}
		foreach ( $this->troubles->all() as $trouble ) {
			if ( Dismissals::has( $trouble['kind'], $trouble['signature'] ) ) {
				continue;
			}
			$links = sprintf(
				'<a href="%1$s">%2$s</a> | <a href="%3$s">%4$s</a>',
				esc_url( $trouble['url'] ),
				esc_html( $trouble['link'] ),
				esc_url( Dismissals::url( $trouble['kind'], $trouble['signature'] ) ),
				esc_html__( 'Dismiss until something new happens', 'headless-deploy' ),
			);
			wp_admin_notice(
				sprintf( '<p><strong>%1$s</strong> %2$s</p><p>%3$s</p>', esc_html__( 'Headless Deploy:', 'headless-deploy' ), esc_html( $trouble['text'] ), $links ),
				array(
					'type'               => $trouble['type'],
					'paragraph_wrap'     => false,
					'additional_classes' => array( 'headless-deploy-notice' ),
				),
			);
		}
	}
}
