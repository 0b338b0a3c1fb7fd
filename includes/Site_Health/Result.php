<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

use HeadlessDeploy\Admin\Page;
use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Json_Schema;

/**
 * Holds the result of one Site Health test. All texts are plain text and escaped here, because Site Health prints
 * descriptions as HTML.
 *
 * @phpstan-type Shape array{label: string, status: string, badge: array{label: string, color: string}, description: string, actions: string, test: string}
 */
final class Result {
	public const GOOD        = 'good';
	public const RECOMMENDED = 'recommended';
	public const CRITICAL    = 'critical';

	private const BY_SEVERITY = array( self::GOOD, self::RECOMMENDED, self::CRITICAL );

	/**
	 * @var list<string>
	 */
	private array $description = array();

	/**
	 * Links: label => URL.
	 *
	 * @var array<string, string>
	 */
	private array $actions = array();

	/**
	 * @param string $label A sentence without a full stop.
	 */
	public function __construct(
		public readonly string $status,
		public readonly string $label,
	) {}

	/**
	 * @param list<string> $statuses Constants of this class.
	 */
	public static function most_severe( array $statuses ): string {
		$severities = array_map( static fn( string $status ): int => (int) array_search( $status, self::BY_SEVERITY, true ), $statuses );
		return self::BY_SEVERITY[ array() === $severities ? 0 : max( $severities ) ];
	}

	public function add_text( string ...$texts ): self {
		foreach ( $texts as $text ) {
			$this->description[] = '<p>' . esc_html( $text ) . '</p>';
		}
		return $this;
	}

	/**
	 * @param list<string> $items
	 */
	public function add_list( array $items ): self {
		if ( array() !== $items ) {
			$this->description[] = '<ul><li>' . implode( '</li><li>', array_map( esc_html( ... ), $items ) ) . '</li></ul>';
		}
		return $this;
	}

	public function add_code( string $line ): self {
		$this->description[] = '<p><code>' . esc_html( $line ) . '</code></p>';
		return $this;
	}

	/**
	 * Adds a link to a tab of the panel; to Overview when the tab does not exist.
	 */
	public function add_link( string $label, string $tab ): self {
		$urls                    = Page::urls();
		$this->actions[ $label ] = $urls[ $tab ] ?? $urls['overview'];
		return $this;
	}

	/**
	 * Returns the array that WordPress expects. Links are only for users who can manage deployments.
	 *
	 * @return Shape
	 */
	public function to_array( string $test ): array {
		$links = array();
		foreach ( current_user_can( Capabilities::MANAGE ) ? $this->actions : array() as $label => $url ) {
			$links[] = sprintf( '<p><a href="%1$s">%2$s</a></p>', esc_url( $url ), esc_html( $label ) );
		}
		return array(
			'label'  => $this->label,
			'status' => $this->status,
			'badge'  => array(
				'label' => __( 'Headless Deploy', 'headless-deploy' ),
				'color' => 'blue',
			),
			'description' => implode( '', $this->description ),
			'actions'     => implode( '', $links ),
			'test'        => $test,
		);
	}

	public static function schema(): Json_Schema {
		return Json_Schema::closed(
			test: Json_Schema::text(),
			label: Json_Schema::text(),
			status: Json_Schema::text()->with( enum: array( self::GOOD, self::RECOMMENDED, self::CRITICAL ) ),
			badge: Json_Schema::texts( 'label', 'color' ),
			description: Json_Schema::text(),
			actions: Json_Schema::text(),
		)->named( 'site-health-result' );
	}
}
