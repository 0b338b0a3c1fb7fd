<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

/**
 * Looks at one thing that can be out of order.
 */
interface Check {
	/**
	 * Names the test for programs; begins with our prefix.
	 */
	public function id(): string;

	public function label(): string;

	public function run(): Result;
}
