// The few kinds of picture the lessons draw: lines and points (in the core), bars and heatmaps.
import Plotly from "plotly.js/lib/core";
import bar from "plotly.js/lib/bar";
import heatmap from "plotly.js/lib/heatmap";

Plotly.register([bar, heatmap]);

export default Plotly;
