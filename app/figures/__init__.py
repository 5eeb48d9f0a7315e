"""Figures: plain functions from core values to Plotly figures; streamlit is not imported here."""
